/** The texts of all elements of this name in a response of S3. The responses are flat lists; values have no markup. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => decodeEntities(text))
}

/** The text of the first element of this name. */
export function textOf(xml: string, name: string): string | undefined {
  return textsOf(xml, name)[0]
}

/** The elements of this name, each with its content. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", '#34': '"' }

function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos|#34);/g, (_, name: string) => entities[name]!)
}
