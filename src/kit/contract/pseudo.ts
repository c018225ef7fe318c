const ACCENTED = new Map(
  [...'AaBbCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz'].map((letter, index) => [
    letter,
    [...'ÅåßƀÇçÐđÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž'][index] ?? letter,
  ]),
)

/**
 * Makes a pseudo-translation: accented letters, about a third longer, in brackets. A text on a page without brackets
 * did not come from the messages. `{values}` stay unchanged.
 */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\w+\})/)
  const accentedParts = parts.map((part) =>
    part.startsWith('{') ? part : [...part].map((c) => ACCENTED.get(c) ?? c).join(''),
  )
  return `[${accentedParts.join('')}${'~'.repeat(Math.ceil(text.length / 3))}]`
}
