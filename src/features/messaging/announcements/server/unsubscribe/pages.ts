import { type Look, page } from '#features/sign-in/identity-providers/server/index.ts'
import { type Html, html } from '#kit/server/html.ts'
import en from '../../messages/unsubscribe.en.json' with { type: 'json' }

/** Asks for a confirmation; the same for every token, so that the page discloses nothing about it. */
export function confirmPage(look: Look): Html {
  const body = html`<h1>${en.title}</h1><p class="lead">${en.lead}</p>
<form method="post"><button class="button">${en.submit}</button></form>`
  return page(look, { title: en.title, body })
}

/** The result; the same for every token. */
export function donePage(look: Look): Html {
  const body = html`<h1>${en.title}</h1><p class="lead">${en.done}</p>
<a class="button" href="/me/notifications">${en.settings}</a>`
  return page(look, { title: en.title, body })
}
