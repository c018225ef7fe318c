/** A link of the portal that carries a token: anyone who has it can use it, once. */
const oneTimeLink = /https?:\/\/[^\s"<>]*[?&/](?:token=)?([A-Za-z0-9_-]{24,})[^\s"<>]*/

/** The one-time link of a mail's text, if it has one. */
export function oneTimeLinkOf(text: string): string | undefined {
  return oneTimeLink.exec(text)?.[0]
}

/** The text with the tokens of its one-time links hidden. */
export function hideOneTimeLinks(text: string): string {
  return text.replaceAll(new RegExp(oneTimeLink, 'g'), (link: string, token: string) => link.replace(token, '…'))
}
