import { fillText } from '#kit/contract/problem.ts'
import { type Html, html } from '#kit/server/html.ts'
import { signInTexts } from '../../contract.ts'
import { type Look, page } from './layout.ts'

/**
 * Goes on by itself to the sign-in at a provider. It ends the navigation of the form before: what follows is a new one,
 * which may lead to any origin, also where the provider sends the browser on.
 */
export function leavingPage(look: Look, { name, next }: { name: string; next: string }): Html {
  const texts = signInTexts.leaving
  const title = fillText(texts.title, { name })
  const body = html`<h1>${title}</h1>
<p class="lead">${texts.text}</p>
<a class="button" href="${next}">${texts.next}</a>`
  return page(look, { title, body, next })
}
