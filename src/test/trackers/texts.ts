type Node = { readonly text?: string; readonly content?: readonly Node[]; readonly type?: string }

/** The words of a text or a document of Jira. */
export function plainOf(value: unknown): string {
  if (typeof value === 'string') return value
  const { text = '', content = [], type } = (value ?? {}) as Node
  const inside = content.map(plainOf).join('')
  return text + inside + (type === 'paragraph' || type === 'heading' ? '\n' : '')
}

/** A document of Jira with one paragraph, whose words between double stars are bold. */
export function adfOf(markdown: string): object {
  const content = markdown
    .split('**')
    .flatMap((text, index) =>
      text === '' ? [] : [{ type: 'text', text, ...(index % 2 === 1 ? { marks: [{ type: 'strong' }] } : {}) }],
    )
  return { version: 1, type: 'doc', content: [{ type: 'paragraph', content }] }
}
