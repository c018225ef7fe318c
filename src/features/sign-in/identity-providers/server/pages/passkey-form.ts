import { type Html, html } from '#kit/server/html.ts'
import { signInTexts } from '../../contract.ts'
import { assetUrl } from './assets.ts'
import { type Look, notice, page } from './layout.ts'

/**
 * The form by which script sends a passkey. Without a button it only waits for what the browser suggests in the e-mail
 * field. The same for every address, so that it does not reveal who has a passkey.
 */
export function passkeyForm(
  look: Look,
  { action, hidden, button }: { action?: string; hidden?: Html; button?: string },
): Html | undefined {
  if (!look.passkeys) return undefined
  return html`<form method="post" id="passkey"${!button && html` hidden`}${action && html` action="${action}"`} data-none="${signInTexts.passkey.none}">
${hidden}<input type="hidden" name="step" value="passkey"><input type="hidden" name="passkey">
${button && html`<button class="button second">${button}</button>`}
<p class="quiet" role="status"></p></form><script src="${assetUrl('passkey.js')}" defer><\/script>`
}

/** The second step of a user who has a passkey and no authenticator. */
export function passkeyPage(look: Look, { error }: { error?: string | undefined }): Html {
  const texts = signInTexts.passkey
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${texts.text}</p>${notice('error', error)}
<noscript><p>${texts.noScript}</p></noscript>
${passkeyForm(look, { button: texts.submit })}`
  return page(look, { title: texts.title, body })
}
