import { existsSync } from 'node:fs'

const names = /@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/
const main = /[\\/]src[\\/]web[\\/]main\.tsx$/
let served = false

/**
 * A Vite plugin: each part of Mantine loads its own style, whichever page it comes with, so that the first style sheet
 * has what the first page shows and no page lists styles. A part takes the names of its classes from a separate module,
 * which identifies it. During development all styles are there, because Mantine is then bundled ahead, where the plugin
 * cannot see it.
 */
export function mantineStyles() {
  return {
    name: 'mantine-styles',
    config: (_, { command }) => {
      served = command === 'serve'
    },
    transform: {
      filter: { id: [names, main] },
      handler(code, id) {
        const [, name] = names.exec(id) ?? []
        if (name === undefined) return served ? `import '@mantine/core/styles.layer.css'\n${code}` : undefined
        const sheet = `@mantine/core/styles/${name}.layer.css`
        return existsSync(`node_modules/${sheet}`) ? `import '${sheet}'\n${code}` : undefined
      },
    },
  }
}
