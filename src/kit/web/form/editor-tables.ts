import { type Editor, Extension, type KeyboardShortcutCommand, Node } from '@tiptap/core'
import { addRowAfter, deleteTable, goToNextCell, isInTable, tableEditing } from '@tiptap/pm/tables'

const cell = {
  content: 'paragraph+',
  isolating: true,
  addAttributes: () => ({
    colspan: { default: 1 },
    rowspan: { default: 1 },
    colwidth: { default: null, rendered: false },
    align: { default: null, rendered: false },
  }),
}

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})
const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})
const TableHeader = Node.create({
  ...cell,
  name: 'tableHeader',
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
})
const TableCell = Node.create({
  ...cell,
  name: 'tableCell',
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
})

/** Tab goes to the next cell, after the last one into a new row; Backspace takes an empty table away. */
const keys: Record<string, KeyboardShortcutCommand> = {
  Tab: ({ editor }) => isInTable(editor.state) && (step(editor, 1) || (addRow(editor) && step(editor, 1))),
  'Shift-Tab': ({ editor }) => isInTable(editor.state) && step(editor, -1),
  Backspace: ({ editor: { state, view } }) => isInEmptyTable(state) && deleteTable(state, view.dispatch),
}

/** The parts of a table, by the nodes that they are. */
const roles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableHeader: 'header_cell',
  tableCell: 'cell',
}

const TableKeys = Extension.create({
  name: 'tableKeys',
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts: () => keys,
})

/** Tables of the editor, whose cells have lines of text alone. */
export const tableNodes = [Table, TableRow, TableHeader, TableCell, TableKeys]

function step({ state, view }: Editor, direction: 1 | -1): boolean {
  return goToNextCell(direction)(state, view.dispatch)
}

function addRow({ state, view }: Editor): boolean {
  return addRowAfter(state, view.dispatch)
}

function isInEmptyTable(state: Editor['state']): boolean {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'table') return $from.node(depth).textContent === ''
  return false
}
