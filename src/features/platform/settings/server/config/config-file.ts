import * as z from 'zod'
import { StartupError } from '#kit/server/startup-error.ts'
import type { ConfigValues } from './config-section.ts'

/** The version of the format that this version of the portal reads and writes. */
export const CONFIG_VERSION = 1

/** The values of a configuration file by section and key. */
export type ConfigFile = { readonly sections: Readonly<Record<string, ConfigValues>> }

/** A checked file with the state for which its changes were shown. */
export type ConfigPlan = ConfigFile & { readonly state: string }

const values = z.record(z.string(), z.unknown())

/** Reads a configuration file; throws a sentence for what is wrong with it. */
export function parseConfigFile(text: string, sections: readonly string[]): ConfigFile {
  const { version, ...sectionValues } = parseValues(text)
  requireVersion(version)
  const unknownNames = Object.keys(sectionValues).filter((name) => !sections.includes(name))
  if (unknownNames.length > 0)
    throw new StartupError(
      `${unknownNames.join(', ')} is not a part of the configuration: it has ${sections.join(', ')}`,
    )
  const read = z.record(z.string(), values).safeParse(sectionValues)
  if (!read.success)
    throw new StartupError(`${String(read.error.issues[0]?.path[0])} must be an object of values by key`)
  return { sections: read.data }
}

/** Reads a plan; throws a sentence for what is wrong with it. */
export function parsePlan(text: string, sections: readonly string[]): ConfigPlan {
  const { state, configuration } = parseValues(text)
  if (typeof state !== 'string' || configuration === undefined)
    throw new StartupError('this is no plan: make one with headend config plan FILE --write PLAN')
  return { ...parseConfigFile(JSON.stringify(configuration), sections), state }
}

/** The text of a configuration file. */
export function configText(sections: Readonly<Record<string, ConfigValues>>): string {
  return textOf({ version: CONFIG_VERSION, ...sections })
}

/** The text of a plan. */
export function planFileText(state: string, { sections }: ConfigFile): string {
  return textOf({ state, configuration: { version: CONFIG_VERSION, ...sections } })
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function parseValues(text: string): Record<string, unknown> {
  try {
    return values.parse(JSON.parse(text))
  } catch {
    throw new StartupError('the file is not a JSON object')
  }
}

function requireVersion(version: unknown): void {
  if (version === CONFIG_VERSION) return
  if (typeof version === 'number' && version > CONFIG_VERSION)
    throw new StartupError(`the file has version ${version}: this version of Headend reads ${CONFIG_VERSION}`)
  throw new StartupError(`the file must have "version": ${CONFIG_VERSION}`)
}
