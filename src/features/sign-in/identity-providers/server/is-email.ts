/** Whether a text can be an e-mail address; what matters is the domain. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\".]+(\.[^\s@<>()[\],;:\\".]+)+$/.test(text)
}
