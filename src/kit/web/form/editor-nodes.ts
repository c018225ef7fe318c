import { Extension, Node } from '@tiptap/core'
import { SOURCE } from './markdown-text/content.ts'

const hiddenAttribute = (name: string, value: unknown) => ({
  [name]: { default: value, rendered: false, keepOnSplit: true },
})

/** What Markdown says of a node and the look of it does not: lists with lines close together, line feeds that are soft. */
export const MarkdownAttributes = Extension.create({
  name: 'markdownAttributes',
  addGlobalAttributes: () => [
    { types: ['bulletList', 'orderedList'], attributes: hiddenAttribute('tight', true) },
    { types: ['hardBreak'], attributes: hiddenAttribute('soft', false) },
    { types: ['link'], attributes: { title: { default: null } } },
  ],
})

/** Markdown that the editor has no form of, as its own characters, which can be changed. */
export const SourceBlock = Node.create({
  name: SOURCE,
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  defining: true,
  parseHTML: () => [{ tag: 'pre[data-source]', preserveWhitespace: 'full', priority: 60 }],
  renderHTML: () => ['pre', { 'data-source': '' }, ['code', 0]],
})
