// The ring: every number of seats, nobody on another's place, each next to his neighbour, anti-clockwise.

import assert from "node:assert/strict";
import { test } from "node:test";

import { from, narrow, wide } from "../../frontend/around.js";

/** The middle of a cell; rows grow downwards. */
const middle = ({ row, column, span }) => ({ x: column + (span - 1) / 2, y: row });

for (let count = 4; count <= 10; count += 1) {
  for (const [name, arrange] of [["wide", wide], ["narrow", narrow]]) {
    test(`${name}, ${count} seats`, () => {
      const { cells, columns, rows } = arrange(count);
      assert.equal(cells.length, count);
      const taken = cells.flatMap(({ row, column, span }) =>
        Array.from({ length: span }, (_, step) => `${row}/${column + step}`),
      );
      assert.equal(new Set(taken).size, taken.length, "two seats in one place");
      cells.forEach(({ row, column, span }) => {
        assert.ok(row >= 1 && row <= rows && column >= 1 && column + span - 1 <= columns);
      });
      assert.equal(cells[0].row, rows, "oneself is at the bottom");
      const centre = { x: (columns + 1) / 2, y: (rows + 1) / 2 };
      const turns = cells.map(middle).map(({ x, y }) => Math.atan2(centre.y - y, x - centre.x));
      for (let seat = 1; seat < count; seat += 1) {
        const step = (turns[seat] - turns[seat - 1] + 4 * Math.PI) % (2 * Math.PI);
        assert.ok(step > 0 && step < Math.PI, `seat ${seat} does not follow anti-clockwise`);
      }
    });
  }
}

test("turn order from one seat on", () => {
  assert.deepEqual(from(2, 4), [2, 3, 0, 1]);
});
