import { fillText } from '#kit/contract/problem.ts'
import { type Html, html } from '#kit/server/html.ts'
import { signInTexts } from '../../contract.ts'
import { avatar, type Look, notice, page } from './layout.ts'
import { passkeyForm } from './passkey-form.ts'

/** Who signs in, as far as this browser remembers. */
export type Identity = { readonly email: string; readonly name?: string | undefined; readonly remembered: boolean }

/** The password step of the embedded provider. */
export function passwordPage(
  look: Look,
  who: Identity,
  input: { error?: string | undefined; demoPassword?: string | undefined },
) {
  const texts = signInTexts.signIn
  const { portalName: portal, vendor } = look.config
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${fillText(texts.to, { portal, vendor: vendor.name })}</p>
${identityCard(who)}${notice('error', input.error)}
<form method="post"><input type="hidden" name="step" value="password">
<input class="away" type="email" name="username" value="${who.email}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
<div class="between"><label for="password">${texts.password}</label><a href="/signin/forgot">${texts.forgot}</a></div>
<div class="reveal"><input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required autofocus><button type="button" hidden data-reveal="password" aria-label="${texts.show}" aria-pressed="false"></button></div>
<label class="check"><input type="checkbox" name="remember" value="1"${who.remembered && html` checked`}> ${texts.remember}</label>
<button class="button">${texts.submit}</button>
</form>
${passkeyForm(look, { button: signInTexts.passkey.instead })}
<p class="quiet">${
    input.demoPassword
      ? html`${texts.demo}. ${texts.demoText} <code>${input.demoPassword}</code>.`
      : html`${fillText(texts.keptHere, { portal })} ${texts.codeNext}`
  }</p>`
  return page(look, { title: texts.title, body })
}

/** Asks for the address where the first page did not: the way in past a failing provider. */
export function addressPage(look: Look, input: { error?: string | undefined }) {
  const texts = signInTexts.signIn
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${fillText(texts.keptText, { portal: look.config.portalName })}</p>${notice('error', input.error)}
<form method="post"><input type="hidden" name="step" value="email">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus>
<button class="button">${texts.next}</button>
</form>
${passkeyForm(look, { button: signInTexts.passkey.instead })}`
  return page(look, { title: texts.title, body })
}

/** The card with the user who signs in, and the way to use another one. */
export function identityCard({ email, name }: Pick<Identity, 'email' | 'name'>): Html {
  return html`<div class="card">${avatar(name ?? email)}<span>${name && html`<b>${name}</b>`}<small>${email}</small></span>
<a href="/signin/someone-else">${signInTexts.signIn.notYou}</a></div>`
}
