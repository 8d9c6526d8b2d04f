// What one does about a table, and what came of it.

import { useState } from "./vendor/hooks.js";

/** {act, error}: `act(...)` does what `send(...)` does and brings whether it went well; the error of what failed last. */
export function useAct(send) {
  const [error, setError] = useState(null);
  const act = async (...what) => {
    try {
      setError(null);
      await send(...what);
      return true;
    } catch (problem) {
      setError(problem);
      return false;
    }
  };
  return { act, error };
}
