// node tools/texts.mjs: every text of the pages as JSON, by the name of its declaration and its key, for translators.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { filesIn } from './check/step.mjs'

/** The texts that `texts(name, { … })` declares in the source, by name, each as a map from key to English. */
export function declaredTexts(paths = filesIn('src').filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))) {
  const declared = {}
  for (const path of paths) {
    const code = readFileSync(path, 'utf8')
    if (!code.includes(' texts(')) continue
    const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
    const objects = new Map(constants(source).map(({ name, initializer }) => [name.getText(), initializer]))
    for (const { initializer } of constants(source)) {
      if (!ts.isCallExpression(initializer) || initializer.expression.getText() !== 'texts') continue
      const [name, tree] = initializer.arguments
      declared[name.text] = { ...declared[name.text], ...Object.fromEntries(leaves(tree, objects)) }
    }
  }
  return declared
}

function constants(source) {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(({ initializer }) => initializer !== undefined)
}

function leaves(node, objects, path = '') {
  if (ts.isStringLiteralLike(node)) return [[path, node.text]]
  if (ts.isIdentifier(node)) return leaves(objects.get(node.text), objects, path)
  return node.properties.flatMap(({ name, initializer }) =>
    leaves(initializer, objects, path === '' ? name.text : `${path}.${name.text}`),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(JSON.stringify(declaredTexts(), null, 2))
