const MOST = 20
const mention = /(?:(?:^|[\s(])@|\[@[^\]\n]{1,200}\]\(mailto:)([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,255})/g

/** User names mentioned in a text as `@name@domain`, or as the editor writes it: `[@Full Name](mailto:name@domain)`. */
export function mentionedIn(text: string): string[] {
  const names = new Set<string>()
  for (const [, name] of text.matchAll(mention)) {
    if (names.size < MOST) names.add(name!.replace(/\.$/, '').toLowerCase())
  }
  return [...names]
}
