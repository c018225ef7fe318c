import { type Look, notice, page } from '#features/sign-in/identity-providers/server/index.ts'
import { type PasswordRule, passwordRuleTexts } from '#features/users/passwords/contract.ts'
import { fillText } from '#kit/contract/problem.ts'
import { html } from '#kit/server/html.ts'
import { pageTexts } from '../../texts.ts'
import { consentBox } from './terms-page.ts'

/** Choosing name and password with the link of a sign-up; script ticks off the rules while the user types. */
export function finishPage(
  look: Look,
  input: {
    readonly email: string
    readonly fullName: string
    readonly rules: readonly PasswordRule[]
    readonly tried: boolean
    readonly error?: string | undefined
  },
) {
  const texts = pageTexts.finish
  const title = fillText(texts.title, { portal: look.config.portalName })
  const secret = (id: string, label: string) => html`<label for="${id}">${label}</label>
<div class="reveal"><input id="${id}" name="${id}" type="password" autocomplete="new-password" maxlength="1024" required><button type="button" hidden data-reveal="${id}" aria-label="${texts.show}" aria-pressed="false"></button></div>`
  const rule = ({ rule: name, kept }: PasswordRule) =>
    html`<li data-rule="${name}"${input.tried && html` class="${kept ? 'kept' : 'broken'}"`}>${passwordRuleTexts[name]}</li>`
  const body = html`<h1>${title}</h1><p class="lead">${fillText(texts.lead, { email: input.email })}</p>${notice('error', input.error)}
<form method="post">
<input class="away" type="email" name="username" value="${input.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
<label for="fullName">${texts.fullName}</label>
<input id="fullName" name="fullName" value="${input.fullName}" autocomplete="name" maxlength="200" required>
${secret('password', texts.password)}
<p class="quiet">${texts.rule}</p><ul class="rules" id="rules">${input.rules.map(rule)}</ul>
${secret('repeat', texts.repeat)}
${consentBox()}
<button class="button">${texts.submit}</button></form>`
  return page(look, { title, body })
}

/** A link that was used, or has expired: what to do instead. */
export function expiredLinkPage(look: Look, isUsed: boolean) {
  const texts = pageTexts.finish
  const title = isUsed ? texts.usedTitle : texts.expiredTitle
  const next = isUsed
    ? html`<a class="button" href="/signin">${pageTexts.signup.back}</a>`
    : html`<form method="post" action="/signup/resend">
<label for="email">${pageTexts.signup.email}</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required>
<button class="button">${texts.again}</button></form><p><a href="/signin">${pageTexts.signup.back}</a></p>`
  const body = html`<h1>${title}</h1><p class="lead">${isUsed ? texts.usedText : texts.expiredText}</p>${next}`
  return page(look, { title, body })
}
