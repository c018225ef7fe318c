import { existsSync } from 'node:fs'

const names = /@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/
const everything = '/node_modules/@mantine/core/styles.layer.css'

/**
 * A Vite plugin: each part of Mantine loads its own style, whichever page it comes with, so that the first style sheet
 * has what the first page shows and no page lists styles. A part takes the names of its classes from a separate module,
 * which identifies it. During development the page names the style sheet of all parts, because Mantine is then bundled
 * ahead, where the plugin cannot see it.
 */
export function mantineStyles() {
  return {
    name: 'mantine-styles',
    transformIndexHtml: (_, { server }) =>
      server && [{ tag: 'link', attrs: { rel: 'stylesheet', href: everything }, injectTo: 'head-prepend' }],
    transform: {
      filter: { id: names },
      handler(code, id) {
        const sheet = `@mantine/core/styles/${names.exec(id)?.[1]}.layer.css`
        return existsSync(`node_modules/${sheet}`) ? `import '${sheet}'\n${code}` : undefined
      },
    },
  }
}
