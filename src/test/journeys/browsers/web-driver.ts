import { text } from '#kit/web/text/kit-text.ts'

/** Sends one command of WebDriver (https://www.w3.org/TR/webdriver2/) and returns its value; throws the browser's error. */
export type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** A page of a browser that is driven by WebDriver: what a user sees and does, by the words on it. */
export type DrivenPage = {
  goto(url: string): Promise<void>
  url(): Promise<string>
  /** The text of the page as it is now. */
  text(): Promise<string>
  /** The text of the page when it has its heading and no part of it is loading any more. */
  drawnText(): Promise<string>
  /** Types into the field with this label, in place of what stood there. */
  fill(label: string, text: string): Promise<void>
  /** Presses the button, link or option whose name begins with this. */
  press(name: string): Promise<void>
  /** Presses the first element of this role. */
  pressFirst(role: string): Promise<void>
  pressEnter(): Promise<void>
  close(): Promise<void>
}

/** The key by which WebDriver marks an element in its values. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const ENTER = '\uE007'

/** The page of a session; `close` ends the browser as well. */
export function drivenPage(send: Send, close: () => Promise<void>): DrivenPage {
  const script = (text: string, ...args: unknown[]) => send('POST', '/execute/sync', { script: text, args })
  const within = (id: string, command: string, body: object = {}) => send('POST', `/element/${id}/${command}`, body)

  /** Acts on the element that a script returns, as soon as it returns one that takes it: a dialog may still be opening. */
  async function act(find: string, name: string, run: (id: string) => Promise<unknown>): Promise<void> {
    const until = Date.now() + 60_000
    for (let failure: unknown; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const value = (await script(find, name)) as { [ELEMENT]: string } | null
      if (value) {
        const error = await run(value[ELEMENT]).then(
          () => undefined,
          (cause: unknown) => cause,
        )
        if (!error) return
        failure = error
      }
      if (Date.now() > until)
        throw new Error(`${name} cannot be reached on the page:\n${await pageText()}`, { cause: failure })
    }
  }

  async function drawnText(): Promise<string> {
    const until = Date.now() + 60_000
    for (;;) {
      const value = await script(DRAWN, text('loading'))
      if (typeof value === 'string') return value
      if (Date.now() > until) throw new Error(`the page is not drawn:\n${await pageText()}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  const pageText = async () => String(await script('return document.body?.innerText ?? ""'))

  return {
    text: pageText,
    drawnText,
    close,
    goto: async (url) => void (await send('POST', '/url', { url })),
    url: async () => String(await send('GET', '/url')),
    fill: (label, value) =>
      act(FIELD, label, async (id) => {
        await within(id, 'clear')
        await within(id, 'value', { text: value })
      }),
    press: (name) => act(PRESSED, name, (id) => within(id, 'click')),
    pressFirst: (role) => act(FIRST, role, (id) => within(id, 'click')),
    async pressEnter() {
      const active = (await send('GET', '/element/active')) as { [ELEMENT]: string }
      await within(active[ELEMENT], 'value', { text: ENTER })
    },
  }
}

const SEEN = 'const seen = (node) => node.getClientRects().length > 0;'
const FIELD = `${SEEN}
  const named = (node) => [...(node.labels ?? [])].map((label) => label.textContent).concat(node.getAttribute('aria-label') ?? []);
  return [...document.querySelectorAll('input, textarea, [contenteditable=true]')].find((node) =>
    seen(node) && named(node).some((name) => name.startsWith(arguments[0]))) ?? null`
const PRESSED = `${SEEN}
  const named = (node) => (node.getAttribute('aria-label') ?? node.innerText).trim();
  return [...document.querySelectorAll('button, a, label, [role=option], [role=menuitem], [role=tab]')].find((node) =>
    seen(node) && !node.disabled && named(node).startsWith(arguments[0])) ?? null`
const DRAWN = `
  const isLoading = [...document.querySelectorAll('[role=status]')].some((node) => node.getAttribute('aria-label') === arguments[0]);
  return document.querySelector('h1')?.innerText.trim() && !isLoading ? document.body.innerText : null`
const FIRST = `${SEEN}
  return [...document.querySelectorAll('[role=' + arguments[0] + ']')].find(seen) ?? null`
