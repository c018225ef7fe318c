import { type Look, page } from '#features/sign-in/identity-providers/server/index.ts'
import { type Html, html } from '#kit/server/html.ts'
import { notificationsPath } from '../../paths.ts'
import { unsubscribeTexts } from '../../texts.ts'

/** Asks for a confirmation; the same for every token, so that the page discloses nothing about it. */
export function confirmPage(look: Look): Html {
  const body = html`<h1>${unsubscribeTexts.title}</h1><p class="lead">${unsubscribeTexts.lead}</p>
<form method="post"><button class="button">${unsubscribeTexts.submit}</button></form>`
  return page(look, { title: unsubscribeTexts.title, body })
}

/** The result; the same for every token. */
export function donePage(look: Look): Html {
  const body = html`<h1>${unsubscribeTexts.title}</h1><p class="lead">${unsubscribeTexts.done}</p>
<a class="button" href="${notificationsPath({ tab: 'settings' })}">${unsubscribeTexts.settings}</a>`
  return page(look, { title: unsubscribeTexts.title, body })
}
