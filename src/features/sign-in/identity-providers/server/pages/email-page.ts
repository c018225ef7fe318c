import { fillText } from '#kit/contract/problem.ts'
import { html } from '#kit/server/html.ts'
import { signInTexts } from '../../contract.ts'
import type { SignInNotice } from '../sign-in-notice.ts'
import { avatar, type Look, notice, page } from './layout.ts'
import { passkeyForm } from './passkey-form.ts'

/** A user of the demo, selectable with one click. */
export type DemoRow = { readonly email: string; readonly name: string; readonly role: string }

/** The first page: asks for the e-mail address. */
export function emailPage(
  look: Look,
  input: {
    readonly email: string
    readonly back: string
    readonly again: boolean
    readonly reason?: string | undefined
    readonly error?: string | undefined
    readonly notices: readonly SignInNotice[]
    readonly demo?: { readonly users: readonly DemoRow[]; readonly password: string } | undefined
  },
) {
  const texts = signInTexts.signIn
  const { portalName: portal, vendor } = look.config
  const hiddenFields = html`<input type="hidden" name="return" value="${input.back}">${input.again && html`<input type="hidden" name="prompt" value="login">`}`
  const body = html`<h1>${texts.title}</h1>
<p class="lead">${fillText(texts.to, { portal, vendor: vendor.name })}</p>
${input.notices.map(({ title, message, type }) => html`<p class="notice ${type}"><b>${title}</b> ${message}</p>`)}${notice('info', input.reason)}${notice('error', input.error)}
<form method="post" action="/signin">${hiddenFields}
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" value="${input.email}" autocomplete="username webauthn" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus>
<button class="button">${texts.next}</button>
</form>
${passkeyForm(look, { action: '/signin', hidden: hiddenFields })}
<p class="quiet">${texts.noAccess} <a href="/signup">${texts.signUp}</a></p>
${
  input.demo &&
  html`<section class="demo" aria-labelledby="demo"><h2 id="demo">${texts.demo}</h2>
<p>${texts.demoText} <code>${input.demo.password}</code>. ${texts.demoChoose}</p>
<form method="post" action="/signin">${hiddenFields}<ul>${input.demo.users.map(
    (user) =>
      html`<li><button name="email" value="${user.email}">${avatar(user.name)}<span><b>${user.name}</b><small title="${user.role}">${user.role}</small></span></button></li>`,
  )}</ul></form></section>`
}`
  return page(look, { title: texts.title, body })
}
