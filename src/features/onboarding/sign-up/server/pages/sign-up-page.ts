import { type Look, notice, page } from '#features/sign-in/identity-providers/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import { html } from '#kit/server/html.ts'
import { pageTexts } from '../../texts.ts'
import { consentBox } from './terms-page.ts'

/** The input, shown again beside its errors. */
export type SignUpInput = { readonly email: string; readonly fullName: string; readonly accountName: string }

/** Sign-up; works without script, which only reports earlier whether the domain is allowed. */
export function signUpPage(look: Look, typedInput: SignUpInput, error?: string) {
  const texts = pageTexts.signup
  const { portalName: portal, vendor } = look.config
  const body = html`<h1>${texts.title}</h1><p class="lead">${fillText(texts.lead, { portal, vendor: vendor.name })}</p>${notice('error', error)}
<form method="post" action="/signup">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" value="${typedInput.email}" autocomplete="email" maxlength="254" required autofocus>
<label for="fullName">${texts.fullName}</label>
<input id="fullName" name="fullName" value="${typedInput.fullName}" autocomplete="name" maxlength="200" required>
<label for="accountName">${texts.account}</label>
<input id="accountName" name="accountName" value="${typedInput.accountName}" autocapitalize="none" spellcheck="false" maxlength="32" aria-describedby="accountHint" required>
<p class="quiet" id="accountHint">${texts.accountHint}</p>
<p id="domain" role="status" data-allowed="${texts.allowed}"></p>
${consentBox()}
<button class="button">${texts.submit}</button></form><p><a href="/signin">${texts.back}</a></p>`
  return page(look, { title: texts.title, body })
}

/** The same response for every address, known or not. */
export function signedUpPage(look: Look, email: string) {
  const texts = pageTexts.signup
  const body = html`<h1>${texts.sentTitle}</h1><p class="lead">${fillText(texts.sentText, { email })}</p><p><a href="/signin">${texts.back}</a></p>`
  return page(look, { title: texts.sentTitle, body })
}
