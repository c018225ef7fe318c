import { useDebouncedValue } from '@mantine/hooks'
import { useQueryOf } from '#kit/web/data/query.ts'
import { listTrackerOptions, type TrackerOptions, type TrackerSystemName } from '../contract.ts'

const TYPED_MS = 400
const none: TrackerOptions = { projects: [], statuses: [], issueTypes: [], priorities: [], fields: [] }

/**
 * What the tracker has for the mapping: of the project, once its key is one of those that the tracker named. `failure` says
 * why nothing can be offered; `readAgain` tries once more after one.
 */
export function useTrackerOptions(
  { account, system, projectKey }: { account: string; system: TrackerSystemName; projectKey: string },
  { enabled }: { enabled: boolean },
) {
  const [typed] = useDebouncedValue(projectKey, TYPED_MS)
  const site = useQueryOf(listTrackerOptions, { query: { account, system } }, { enabled })
  const isKnown = site.data?.projects.some(({ key }) => key === typed) ?? false
  const project = useQueryOf(
    listTrackerOptions,
    { query: { account, system, projectKey: typed } },
    { enabled: enabled && isKnown },
  )
  const offered = { ...(project.data ?? site.data ?? none), isRead: site.data !== undefined }
  const failed = site.error ? site : project
  return { offered, failure: failed.error?.message, readAgain: () => void (failed.error && failed.refetch()) }
}
