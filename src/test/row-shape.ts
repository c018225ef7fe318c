import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'

/** What a value may be, as JavaScript has it; an array with what its elements may be. Undefined: anything. */
export type Kinds = ReadonlySet<string> | undefined
type Member = { readonly kinds: Kinds; readonly isOptional: boolean }
/** The members of a row that a template asserts, as far as its source says them without the compiler's help. */
export type RowShape = ReadonlyMap<string, Member>
type Shape = { readonly members: RowShape | undefined; readonly kinds: Kinds }
type Place = { readonly path: string; readonly source: ts.SourceFile }

const anything: Shape = { members: undefined, kinds: undefined }
const sources = new Map<string, ts.SourceFile>()
const named = new Map<string, Shape>()

/** The row that the template of these texts asserts in this file (`sql<Row>`); undefined where it asserts none. */
export function assertedRow(path: string, texts: readonly string[]): RowShape | undefined {
  const place = { path, source: sourceOf(path) }
  const wanted = texts.join('\0')
  let row: RowShape | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && textsOf(node.template).join('\0') === wanted) {
      const [type] = node.typeArguments ?? []
      row ??= type && shapeOf(type, place).members
    }
    ts.forEachChild(node, visit)
  }
  visit(place.source)
  return row
}

function textsOf(template: ts.TemplateLiteral): readonly string[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text]
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
}

function sourceOf(path: string): ts.SourceFile {
  const source =
    sources.get(path) ?? ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  sources.set(path, source)
  return source
}

function shapeOf(node: ts.TypeNode, place: Place): Shape {
  if (ts.isParenthesizedTypeNode(node)) return shapeOf(node.type, place)
  if (ts.isTypeOperatorNode(node)) return shapeOf(node.type, place)
  if (ts.isTypeLiteralNode(node)) return objectOf(node.members, place)
  if (ts.isUnionTypeNode(node)) return unionOf(node.types.map((type) => shapeOf(type, place)))
  if (ts.isIntersectionTypeNode(node)) return mergedOf(node.types.map((type) => shapeOf(type, place)))
  if (ts.isArrayTypeNode(node)) return arrayOf(shapeOf(node.elementType, place))
  if (ts.isTupleTypeNode(node)) return one('array')
  if (ts.isTemplateLiteralTypeNode(node)) return one('string')
  if (ts.isLiteralTypeNode(node)) return one(kindOfLiteral(node.literal.kind))
  if (ts.isTypeReferenceNode(node)) return referenceOf(node, place)
  const { objectType, indexType } = node as Partial<ts.IndexedAccessTypeNode>
  if (ts.isIndexedAccessTypeNode(node) && objectType && indexType && ts.isLiteralTypeNode(indexType))
    return memberOf(shapeOf(objectType, place), indexType)
  return keywords[node.kind] ?? anything
}

function one(kind: string): Shape {
  return { members: undefined, kinds: new Set([kind]) }
}

const keywords: Readonly<Record<number, Shape>> = {
  [ts.SyntaxKind.NumberKeyword]: one('number'),
  [ts.SyntaxKind.StringKeyword]: one('string'),
  [ts.SyntaxKind.BooleanKeyword]: one('boolean'),
  [ts.SyntaxKind.UndefinedKeyword]: { members: undefined, kinds: new Set() },
}

function kindOfLiteral(kind: ts.SyntaxKind): string {
  if (kind === ts.SyntaxKind.NullKeyword) return 'null'
  if (kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword) return 'boolean'
  return kind === ts.SyntaxKind.StringLiteral ? 'string' : 'number'
}

function objectOf(signatures: readonly ts.TypeElement[], place: Place): Shape {
  const members = signatures.flatMap((member): [string, Member][] => {
    if (!ts.isPropertySignature(member) || !member.type) return []
    const name = ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) ? member.name.text : undefined
    if (name === undefined) return []
    return [[name, { kinds: shapeOf(member.type, place).kinds, isOptional: member.questionToken !== undefined }]]
  })
  return { members: new Map(members), kinds: new Set(['object']) }
}

function unionOf(shapes: readonly Shape[]): Shape {
  const kinds = shapes.map((shape) => shape.kinds)
  if (kinds.some((kind) => kind === undefined)) return anything
  // A union of rows has the members of each; none is asserted of every row.
  return { members: undefined, kinds: new Set(kinds.flatMap((kind) => [...(kind ?? [])])) }
}

function mergedOf(shapes: readonly Shape[]): Shape {
  const members = new Map(shapes.flatMap((shape) => [...(shape.members ?? [])]))
  return members.size > 0 ? { members, kinds: new Set(['object']) } : anything
}

function arrayOf({ kinds }: Shape): Shape {
  return { members: undefined, kinds: new Set(['array', ...[...(kinds ?? [])].map((kind) => `array of ${kind}`)]) }
}

function memberOf({ members }: Shape, { literal }: ts.LiteralTypeNode): Shape {
  const member = ts.isStringLiteral(literal) ? members?.get(literal.text) : undefined
  return { members: undefined, kinds: member?.kinds }
}

/** Types of the language, then those that are declared in the file or imported into it. */
function referenceOf(node: ts.TypeReferenceNode, place: Place): Shape {
  if (!ts.isIdentifier(node.typeName)) return anything
  const name = node.typeName.text
  const [first, second] = node.typeArguments ?? []
  if (name === 'Date' || name === 'Buffer') return one(name)
  if (name === 'Record') return one('object')
  if (first && (name === 'Array' || name === 'ReadonlyArray')) return arrayOf(shapeOf(first, place))
  if (first && name === 'Readonly') return shapeOf(first, place)
  if (first && name === 'Partial') return changed(shapeOf(first, place), (member) => ({ ...member, isOptional: true }))
  if (first && second && (name === 'Pick' || name === 'Omit')) {
    const names = namesIn(second)
    if (!names) return anything
    return changed(shapeOf(first, place), (member, own) => (names.has(own) === (name === 'Pick') ? member : undefined))
  }
  return first ? anything : declaredShape(name, place)
}

function changed({ members, kinds }: Shape, change: (member: Member, name: string) => Member | undefined): Shape {
  if (!members) return anything
  const kept = [...members].flatMap(([name, member]): [string, Member][] => {
    const result = change(member, name)
    return result ? [[name, result]] : []
  })
  return { members: new Map(kept), kinds }
}

function namesIn(node: ts.TypeNode): ReadonlySet<string> | undefined {
  const types = ts.isUnionTypeNode(node) ? node.types : [node]
  const names = types.flatMap((type) =>
    ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [],
  )
  return names.length === types.length ? new Set(names) : undefined
}

function declaredShape(name: string, place: Place): Shape {
  const key = `${place.path} ${name}`
  const known = named.get(key)
  if (known) return known
  // A type that names itself is anything inside of itself.
  named.set(key, anything)
  const shape = findDeclared(name, place)
  named.set(key, shape)
  return shape
}

function findDeclared(name: string, place: Place): Shape {
  for (const statement of place.source.statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name)
      return statement.typeParameters ? anything : shapeOf(statement.type, place)
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name)
      return statement.heritageClauses ? anything : objectOf(statement.members, place)
    const from = importedFrom(statement, name)
    const path = from && pathOf(from.module, place.path)
    if (from && path) return declaredShape(from.name, { path, source: sourceOf(path) })
  }
  return anything
}

/** The module, and the name in it, of what a statement imports or exports again under this name. */
function importedFrom(statement: ts.Statement, name: string): { module: string; name: string } | undefined {
  const isImport = ts.isImportDeclaration(statement)
  if (!isImport && !ts.isExportDeclaration(statement)) return undefined
  const { moduleSpecifier } = statement
  const names = isImport ? statement.importClause?.namedBindings : statement.exportClause
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !names) return undefined
  if (!ts.isNamedImports(names) && !ts.isNamedExports(names)) return undefined
  for (const element of names.elements)
    if (element.name.text === name)
      return { module: moduleSpecifier.text, name: (element.propertyName ?? element.name).text }
  return undefined
}

function pathOf(module: string, from: string): string | undefined {
  const path = module.startsWith('#') ? resolve('src', module.slice(1)) : join(dirname(from), module)
  return (module.startsWith('#') || module.startsWith('.')) && /\.tsx?$/.test(path) && existsSync(path)
    ? path
    : undefined
}
