/**
 * `node dist/server/describe.program.js FILE` writes the API description: of all endpoints with the defaults, whatever
 * the environment sets. A generated document must not depend on a machine.
 */
import { writeFileSync } from 'node:fs'
import { readConfig } from '#kit/server/config.ts'
import { describeApi, printDescription } from '#kit/server/describe/describe-api.ts'
import { appDefinition } from './app.ts'
import { contractNames } from './contract-names.ts'
import { buildApp } from './open-portal.ts'

const [, , file = 'openapi.json'] = process.argv
const read = readConfig({ LOG_LEVEL: 'silent' })
if ('errors' in read) throw new Error(read.errors.join('\n'))
const config = { ...read.config, secretKey: 'x'.repeat(32), demo: false, dataDirectoryId: '' }
const { portal, close } = await buildApp(config, 'postgres://nowhere', appDefinition)
writeFileSync(file, printDescription(describeApi(portal, await contractNames())))
await close()
