import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { SchemaNames } from '#kit/server/describe/described-schemas.ts'

/** This folder's parent: `src`, or `dist` after the build. */
const root = fileURLToPath(new URL('..', import.meta.url))
const contract = /(^|[\\/])contract(\.[jt]s|[\\/][\w-]+\.[jt]s)$/
const inFeature = /[\\/]([\w-]+)[\\/]contract/

/**
 * The exported schemas of all contracts (objects, enumerations, unions) under the names by which they are exported.
 * Where two contracts export the same name, that of the feature stands before it.
 */
export async function contractNames(): Promise<SchemaNames> {
  const schemaNames = new Map<z.ZodMiniType, { name: string; path: string }>()
  for (const path of contractModules()) {
    const exports: Record<string, unknown> = await import(join(root, path))
    for (const [name, value] of Object.entries(exports))
      if (value instanceof z.core.$ZodType && isShape(value) && !schemaNames.has(value as z.ZodMiniType))
        schemaNames.set(value as z.ZodMiniType, { name: capital(name), path })
  }
  const names = [...schemaNames.values()].map(({ name }) => name)
  const registry = z.registry<{ id: string }>()
  for (const [schema, { name, path }] of schemaNames)
    registry.add(schema, { id: names.filter((one) => one === name).length > 1 ? `${featureOf(path)}${name}` : name })
  return registry
}

function contractModules(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => contract.test(path) && !/\.(test|d)\.ts$|^(portal|public)[\\/]/.test(path))
    .sort()
}

function isShape({ _zod: { def } }: z.core.$ZodType): boolean {
  return ['object', 'enum', 'union', 'intersection'].includes(def.type)
}

function featureOf(path: string): string {
  const name = inFeature.exec(path)?.[1] ?? basename(dirname(path))
  return name.split('-').map(capital).join('')
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
