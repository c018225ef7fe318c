/** What the message of a failure says of its kind in docs/flaky-tests.md; the first that fits counts. */
const kinds = [
  [
    'late cleanup',
    /terminating connection|Connection terminated|ECONNRESET|socket hang up|an error outside of its tests/,
  ],
  ['lost press', /locator\.click|intercepts pointer events|element is not (stable|attached)|keyboard\.press/],
  ['period', /timed out|Timeout \d+ms exceeded|Matcher did not succeed in time|deadline/i],
  ['shared name or port', /EADDRINUSE|already exists/],
  ['number that load changes', /expected [+-]?\d+(\.\d+)? to (be|equal|deeply equal)/],
  ['order, leftover or clock', /to (deeply |strictly )?equal|toMatchObject|to match object/],
]

/** The kind of a failure that passed when it ran alone. */
export function kindOf(message) {
  return kinds.find(([, form]) => form.test(message))?.[0] ?? 'unknown'
}
