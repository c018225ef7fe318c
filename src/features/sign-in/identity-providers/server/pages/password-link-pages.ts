import { type PasswordRule, passwordRuleTexts } from '#features/users/passwords/contract.ts'
import { signInUrl } from '#features/users/sign-in-mail/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { html } from '#kit/server/html.ts'
import { signInTexts } from '../../contract.ts'
import { type Look, notice, page } from './layout.ts'

const back = html`<p><a href="/signin">${signInTexts.forgot.back}</a></p>`

/** Asks for the address that a link is to be sent to. */
export function forgotPage(look: Look, { email, error }: { email: string; error?: string | undefined }) {
  const texts = signInTexts.forgot
  const body = html`<h1>${texts.title}</h1><p class="lead">${texts.text}</p>${notice('error', error)}
<form method="post" action="/signin/forgot">
<label for="email">${signInTexts.signIn.email}</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="username" maxlength="254" required autofocus>
<button class="button">${texts.submit}</button></form>${back}`
  return page(look, { title: texts.title, body })
}

/** The same response for every address, known or not. */
export function linkSentPage(look: Look, email: string) {
  const texts = signInTexts.forgot
  const body = html`<h1>${texts.sentTitle}</h1><p class="lead">${fillText(texts.sentText, { email })}</p>${back}`
  return page(look, { title: texts.sentTitle, body })
}

/** Choosing a password with a one-time link; script ticks off the list of rules while the user types. */
export function choosePage(
  look: Look,
  input: {
    readonly purpose: 'activation' | 'reset'
    readonly token: string
    readonly email: string
    readonly rules: readonly PasswordRule[]
    readonly tried: boolean
    readonly error?: string | undefined
  },
) {
  const texts = signInTexts.choose
  const title = fillText(texts[input.purpose], { portal: look.config.portalName })
  const field = (id: string, label: string) => html`<label for="${id}">${label}</label>
<div class="reveal"><input id="${id}" name="${id}" type="password" autocomplete="new-password" maxlength="1024" required><button type="button" hidden data-reveal="${id}" aria-label="${signInTexts.signIn.show}" aria-pressed="false"></button></div>`
  const rule = ({ rule: name, kept }: PasswordRule) =>
    html`<li data-rule="${name}"${input.tried && html` class="${kept ? 'kept' : 'broken'}"`}>${passwordRuleTexts[name]}</li>`
  const body = html`<h1>${title}</h1><p class="lead">${fillText(texts.text, { email: input.email })}</p>${notice('error', input.error)}
<form method="post"><input type="hidden" name="token" value="${input.token}">
<input class="away" type="email" name="username" value="${input.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${field('password', texts.password)}
<p class="quiet">${texts.rule}</p><ul class="rules" id="rules">${input.rules.map(rule)}</ul>
${field('repeat', texts.repeat)}
<button class="button">${texts.submit}</button></form>`
  return page(look, { title, body })
}

/** Asks the owner of a new address to confirm it. */
export function confirmEmailPage(look: Look, { token, email, from }: { token: string; email: string; from: string }) {
  const texts = signInTexts.newEmail
  const body = html`<h1>${texts.title}</h1><p class="lead">${fillText(texts.text, { email, from, portal: look.config.portalName })}</p>
<form method="post"><input type="hidden" name="token" value="${token}"><button class="button">${texts.submit}</button></form>`
  return page(look, { title: texts.title, body })
}

/** The link was used, or has expired. */
export function expiredLinkPage(look: Look) {
  const texts = signInTexts.choose
  const body = html`<h1>${texts.invalidTitle}</h1><p class="lead">${texts.invalidText}</p>
<a class="button" href="/signin/forgot">${signInTexts.forgot.title}</a>${back}`
  return page(look, { title: texts.invalidTitle, body })
}

/** The link is valid, but an external provider authenticates its recipient, so that there is no password to choose. */
export function externalProviderPage(look: Look, email: string, { name: provider }: { readonly name: string }) {
  const texts = signInTexts.elsewhere
  const words = { provider, email, portal: look.config.portalName }
  const body = html`<h1>${fillText(texts.title, words)}</h1><p class="lead">${fillText(texts.text, words)}</p>
<a class="button" href="${signInUrl('', email)}">${fillText(texts.title, words)}</a>`
  return page(look, { title: fillText(texts.title, words), body })
}
