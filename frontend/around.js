// Where the seats of a ring lie: one grid for wide screens, one for narrow ones. Anti-clockwise, as the turns go:
// from oneself at the bottom up the right side, along the top to the left, and down the left side.

/** How many seats lie on each side at the right and left, by the number of players; the others lie at the top. */
const SIDES = { 4: 1, 5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3 };

/** The cells of a ring of `count` seats, in turn order from the bottom one: {row, column, span}, from 1. */
export function wide(count) {
  const side = SIDES[count] || Math.max(1, Math.ceil((count - 3) / 3));
  const top = count - 1 - 2 * side;
  const cells = [{ row: side + 2, column: 2, span: top }];
  for (let step = 0; step < side; step += 1) cells.push({ row: side + 1 - step, column: top + 2, span: 1 });
  for (let step = 0; step < top; step += 1) cells.push({ row: 1, column: top + 1 - step, span: 1 });
  for (let step = 0; step < side; step += 1) cells.push({ row: 2 + step, column: 1, span: 1 });
  return { cells, columns: top + 2, rows: side + 2, middle: { row: 2, column: 2, span: top, rows: side } };
}

/** The same in two columns: oneself across the bottom, and the one opposite, if there is one, across the top. */
export function narrow(count) {
  const side = Math.floor((count - 1) / 2);
  const opposite = (count - 1) % 2;
  const rows = side + opposite + 1;
  const cells = [{ row: rows, column: 1, span: 2 }];
  for (let step = 0; step < side; step += 1) cells.push({ row: rows - 1 - step, column: 2, span: 1 });
  if (opposite) cells.push({ row: 1, column: 1, span: 2 });
  for (let step = 0; step < side; step += 1) cells.push({ row: 1 + opposite + step, column: 1, span: 1 });
  return { cells, columns: 2, rows };
}

/** The seats in turn order from one of them. */
export const from = (seat, count) => Array.from({ length: count }, (_, step) => (seat + step) % count);
