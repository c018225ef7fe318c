import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { type Case, listAddressees } from '#features/support/cases/contract.ts'
import { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { errorText } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { countChannels, openCaseChat, readCaseChat, searchChannels } from '../contract.ts'
import { chatPath } from '../paths.ts'
import { useText } from '../texts.ts'

/** Leads to the chat of a case; where there is none yet, it is opened with the users who are chosen here. */
export function CaseChatDialog({ found: supportCase, onClose }: { found: Case; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const { key } = supportCase
  const chat = useQueryOf(readCaseChat, { query: { issueKey: key } })
  const [chosenNames, setChosenNames] = useState<readonly string[] | null>(null)
  const candidates = useCandidates(supportCase)
  const usernames = chosenNames ?? candidates.proposedNames
  const [problem, setProblem] = useState<string | null>(null)
  const open = useMutationOf(openCaseChat, {
    refreshes: [searchChannels, countChannels, readCaseChat],
    onProblem: (rejected) => setProblem(rejected.fields?.[0]?.message ?? errorText(rejected)),
  })
  const channel = open.data ?? chat.data
  useEffect(() => {
    if (!channel) return
    const { id, account, accountId } = channel
    void navigate({ to: chatPath({ account, accountId }, { channel: id }) })
  }, [channel, navigate])
  const isMissing = chat.error instanceof ApiError && chat.error.code === 'channel-not-found'
  return (
    <FormDialog
      title={t('ofCase.title', { key })}
      submitLabel={t('ofCase.open')}
      pending={open.isPending || channel !== undefined}
      disabled={!isMissing}
      blocked={isMissing && usernames.length === 0 ? t('notYet.user') : undefined}
      onClose={onClose}
      onSubmit={() => {
        setProblem(null)
        open.mutate({ query: { issueKey: key }, body: { usernames: [...usernames] } })
      }}
    >
      <QueryView
        query={chat}
        rows={2}
        notFound={
          isMissing ? (
            <>
              <p>{t('ofCase.text')}</p>
              {problem && <InlineAlert colour="red">{problem}</InlineAlert>}
              <MultiSelect
                required
                searchable
                withScrollArea={false}
                comboboxProps={{ withinPortal: false }}
                label={t('ofCase.users')}
                searchValue={candidates.words}
                onSearchChange={candidates.search}
                filter={({ options }) => options}
                nothingFoundMessage={t('ofCase.none')}
                data={candidates.options(usernames)}
                value={[...usernames]}
                onChange={setChosenNames}
              />
            </>
          ) : undefined
        }
      >
        {() => null}
      </QueryView>
    </FormDialog>
  )
}

/** Who may be added to the chat of a case: staff add users of both sides, customers those of their own. */
function useCandidates({ account, reporter, assignee, watchers }: Case) {
  const [words, search] = useState('')
  const [q] = useDebouncedValue(words.trim(), 150)
  const isStaff = isVendor(usePrincipal())
  const all = useQueryOf(listAddressees, { query: { account } })
  const result = useQueryOf(listAddressees, { query: { account, ...(q ? { q } : {}) } }, { keep: true })
  const allowedOf = (reply: typeof all.data) =>
    (reply?._embedded.addressees ?? []).filter(({ vendor }) => isStaff || !vendor)
  const inCase = new Set([reporter, assignee, ...watchers].map((user) => user?.username))
  const knownUsers = new Map([...allowedOf(all.data), ...allowedOf(result.data)].map((user) => [user.username, user]))
  return {
    words,
    search,
    /** The users of the case. */
    proposedNames: allowedOf(all.data).flatMap(({ username }) => (inCase.has(username) ? [username] : [])),
    /** The users that the words find, and those who are chosen. */
    options: (usernames: readonly string[]) =>
      [...new Set([...allowedOf(result.data).map(({ username }) => username), ...usernames])].map((username) => ({
        value: username,
        label: knownUsers.get(username)?.fullName ?? username,
      })),
  }
}
