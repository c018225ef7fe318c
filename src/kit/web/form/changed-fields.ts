/**
 * The fields of a request whose values differ from those with which the form began. A form sends these alone: what it
 * does not show, shows shortened or has not loaded yet stays as it is stored.
 */
export function changedFields<Body extends object>(before: object, now: Body): Partial<Body> {
  const textBefore = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => textBefore.get(name) !== JSON.stringify(value)),
  ) as Partial<Body>
}
