import { fillText } from '#kit/contract/problem.ts'
import { html } from '#kit/server/html.ts'
import { signInTexts } from '../../contract.ts'
import { type Look, notice, page } from './layout.ts'

type PageQuery = { readonly error?: string | undefined }

const codeInput = html`<input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required autofocus>`

/** The code from the authenticator. */
export function totpPage(look: Look, { error }: PageQuery) {
  const texts = signInTexts.totp
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${fillText(texts.text, { portal: look.config.portalName })}</p>${notice('error', error)}
<form method="post"><input type="hidden" name="step" value="totp">
<label for="code">${texts.code}</label>${codeInput}
<button class="button">${texts.submit}</button></form>
<p><a href="?with=recovery">${texts.useRecovery}</a></p>`
  return page(look, { title: texts.title, body })
}

/** A recovery code instead of it. */
export function recoveryPage(look: Look, { error }: PageQuery) {
  const texts = signInTexts.totp
  const body = html`<h1>${texts.recoveryTitle}</h1>
<p class="lead">${texts.recoveryText}</p>${notice('error', error)}
<form method="post"><input type="hidden" name="step" value="recovery">
<label for="code">${texts.recovery}</label>
<input class="code long" id="code" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40" required autofocus>
<button class="button">${texts.submit}</button></form>
<p><a href="?">${texts.useTotp}</a></p>`
  return page(look, { title: texts.recoveryTitle, body })
}

/** Setting up an authenticator, because a role requires one. */
export function enrollPage(look: Look, { error, secret, qr }: PageQuery & { secret: string; qr: string }) {
  const texts = signInTexts.enrol
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${texts.text}</p>${notice('error', error)}
<img class="qr" src="${qr}" alt="${texts.qr}" width="180" height="180">
<p class="quiet">${texts.manual}<br><code>${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
<form method="post"><input type="hidden" name="step" value="enrol">
<label for="code">${signInTexts.totp.code}</label>${codeInput}
<button class="button">${texts.submit}</button></form>`
  return page(look, { title: texts.title, body })
}

/** The recovery codes, shown once; an empty list means that they were shown before. */
export function codesPage(look: Look, codes: readonly string[]) {
  const texts = signInTexts.codes
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${codes.length ? texts.text : texts.gone}</p>
${
  codes.length > 0 &&
  html`<ol class="codes" id="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ol>
<p><a href="${file}" download="${look.config.portalName}-recovery-codes.txt">${texts.download}</a> <button type="button" class="link" hidden data-copy="codes">${texts.copy}</button></p>`
}
<form method="post"><input type="hidden" name="step" value="done"><button class="button">${texts.submit}</button></form>`
  return page(look, { title: texts.title, body })
}
