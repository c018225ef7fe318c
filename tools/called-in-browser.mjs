const declares = new Set(['endpoint', 'topic'])
/** What calls, subscriptions and forms read of a declaration. */
const read = new Set(['name', 'method', 'url', 'body', 'destination', 'own'])

/**
 * A Vite plugin: leaves out of the declarations of endpoints and topics what only the server reads, mainly the schemas
 * of replies, so that the bundler drops what only that needed. No page reads it, in whichever file it is.
 */
export function calledInBrowser() {
  return {
    name: 'called-in-browser',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { code: /\b(endpoint|topic)\(/ },
      handler(code) {
        let text = code
        for (const { start, end } of unread(this.parse(code).body).reverse())
          text = `${text.slice(0, start)}...null${text.slice(end)}`
        return { code: text, map: null }
      },
    },
  }
}

/** The members to leave out, in the order of the text. */
function unread(body) {
  return body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .filter(({ init }) => init?.type === 'CallExpression' && declares.has(init.callee.name))
    .flatMap(({ init }) => init.arguments[0]?.properties ?? [])
    .filter(({ type, key }) => type === 'Property' && !read.has(key.name))
}
