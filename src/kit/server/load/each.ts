/** The results of a function for each item, one after the other. */
export function* map<In, Out>(from: Iterable<In>, change: (one: In) => Out): Iterable<Out> {
  for (const one of from) yield change(one)
}

/** All results of a function for each item, one after the other. */
export function* flatMap<In, Out>(from: Iterable<In>, change: (one: In) => readonly Out[]): Iterable<Out> {
  for (const one of from) yield* change(one)
}
