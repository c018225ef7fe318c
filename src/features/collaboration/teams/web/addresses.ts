/** The e-mail addresses in a pasted text, each once; names beside them are dropped. */
export function addressesIn(text: string): string[] {
  const words = text.split(/[\s,;<>"()]+/).filter((word) => word.includes('@'))
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, 500)
}
