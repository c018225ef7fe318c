import type { BuildAutomation } from '#features/infrastructure/build-automation/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { adapterTexts } from '../texts.ts'
import { jenkinsClient } from './jenkins-client.ts'

/** Jenkins writes it as the last line of the console output of every build that has ended. */
const ENDED = /^Finished: ([A-Z_]+)\s*$/m
/** Bytes in which the last line is. */
const LAST_LINES = 500

/**
 * Jenkins by its remote access API, with a user and an API token, which needs no crumb. Written against the community
 * description of 2019 (`jenkins.json`): Jenkins itself publishes none.
 */
export const jenkins: BuildAutomation = {
  system: 'jenkins',
  name: 'Jenkins',
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true },
    { name: 'job', label: adapterTexts.job, type: 'text', required: true, help: adapterTexts.jobHelp },
    { name: 'username', label: adapterTexts.username, type: 'text', required: true },
    { name: 'token', label: adapterTexts.token, type: 'secret', required: true, help: adapterTexts.tokenHelp },
  ],
  open({ settings, fetch }) {
    const client = jenkinsClient(settings, fetch)
    return {
      async check() {
        await client.json('api/json')
      },
      async start(parameters) {
        const location = await client.post('buildWithParameters', parameters)
        return Number(/\/queue\/item\/(\d+)\/?$/.exec(location)?.[1] ?? throwUnreadable())
      },
      async findStarted(name, value) {
        const hasParameter = (item: JenkinsItem) =>
          item.actions?.some(({ parameters }) => parameters?.some((one) => one.name === name && one.value === value))
        const { items } = (await client.json('/queue/api/json')) as { items?: JenkinsItem[] }
        const waiting = items?.find(hasParameter)?.id
        if (waiting !== undefined) return waiting
        const last = (await client.json('lastBuild/api/json').catch(absent)) as
          | (JenkinsItem & { queueId?: number })
          | null
        return last && hasParameter(last) ? (last.queueId ?? null) : null
      },
      async readQueueItem(item) {
        const { cancelled: isCancelled, executable } = (await client.json(
          `/queue/item/${item}/api/json`,
        )) as JenkinsQueueItem
        return { cancelled: isCancelled === true, number: executable?.number ?? null, url: executable?.url ?? null }
      },
      async readLog(build, offset) {
        const path = `${build}/logText/progressiveText`
        const { text, next, hasMore } = await client.log(path, offset)
        if (hasMore) return { text, next, result: null }
        // An earlier piece may have had the last line already.
        const end = ENDED.test(text) ? text : (await client.log(path, Math.max(0, next - LAST_LINES))).text
        return { text, next, result: ENDED.exec(end)?.[1] ?? 'UNKNOWN' }
      },
    }
  },
}

type JenkinsItem = {
  readonly id?: number
  readonly actions?: readonly { readonly parameters?: readonly { readonly name: string; readonly value: unknown }[] }[]
}
type JenkinsQueueItem = {
  readonly cancelled?: boolean
  readonly executable?: { readonly number?: number; readonly url?: string } | null
}

function absent(failure: unknown): null {
  if (failure instanceof IntegrationError && failure.fault === 'missing') return null
  throw failure
}

function throwUnreadable(): never {
  throw new IntegrationError('Jenkins did not name the queue item of the build.', { fault: 'garbled' })
}
