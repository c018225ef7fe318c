/** An e-mail address as it is stored and compared: compatibility characters replaced (NFKC), lower case. */
export function normaliseEmail(address: string): string {
  const typedAddress = address.trim()
  const normal = typedAddress.normalize('NFKC')
  // A character that normalises to `@` would move the border between the local part and the domain.
  return (normal.split('@').length === typedAddress.split('@').length ? normal : typedAddress).toLowerCase()
}

/** Whether a text can be an e-mail address; what matters is the domain. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\".]+(\.[^\s@<>()[\],;:\\".]+)+$/.test(text)
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
]

/** Whether an address mixes several scripts, so that it may be read as another address. */
export function hasMixedScripts(address: string): boolean {
  return scripts.filter((script) => script.test(address)).length > 1
}
