import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import {
  type DraftFile,
  discardDraft,
  readDraft,
  removeDraftFile,
  saveDraft,
} from '#features/support/attachments/contract.ts'
import { draftFileAddress, draftPictureAddress } from '#features/support/attachments/web/index.ts'
import { countCases, createCase, searchCases } from '#features/support/cases/contract.ts'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { call } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { useUploads } from '#kit/web/form/use-uploads.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import { caseLink } from './case-scope.ts'
import {
  type CasePrefill,
  emptyCase,
  isTouched,
  type NewCaseValues,
  newCaseBody,
  prefilledCase,
  valuesOfDraft,
  wrongFields,
} from './new-case-values.ts'

type SentFile = z.output<typeof DraftFile>

/** The state of a new case: its values, files, draft, and the filing. */
export function useNewCase(
  account: string | undefined,
  { internal, serviceDown, prefill }: { internal: boolean; serviceDown: boolean; prefill: CasePrefill },
) {
  const t = useText()
  const navigate = useNavigate()
  const [values, setValues] = useState(() => prefilledCase(prefill))
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [rejection, setRejection] = useState<ApiError | null>(null)
  const [keptFiles, setKeptFiles] = useState<readonly SentFile[]>([])
  const [hasTried, setTried] = useState(false)
  const inserts = useRef(new Map<File, (address: string, text: string) => void>())
  const uploads = useUploads<SentFile>({
    address: draftFileAddress(account ?? ''),
    onSent: (sentFile, file) => {
      if (sentFile.isPicture && account)
        inserts.current.get(file)?.(draftPictureAddress(account, sentFile.id), sentFile.filename)
      inserts.current.delete(file)
    },
    onRemoved: ({ id }) => forget(id),
  })
  const draft = useCaseDraft(account, values, (draftValues, files) => {
    if (!isTouched(values)) setValues(draftValues)
    setKeptFiles(files)
  })
  const paste = (files: readonly File[], insert: (address: string, text: string) => void) => {
    if (!account) return
    for (const file of files) inserts.current.set(file, insert)
    uploads.add(files)
  }
  useEffect(() => {
    if (hasTried) setWrong(wrongFields(values))
  }, [hasTried, values])
  const create = useMutationOf(createCase, {
    refreshes: [searchCases, countCases],
    onSuccess: (filedCase) => {
      draft.forget()
      toast({ title: t('new.filed', { key: filedCase.key }) })
      void navigate({ to: caseLink(filedCase) })
    },
    onProblem: (problem) => {
      if (problem.code === 'deployment-missing') return setRejection(problem)
      const fields = problem.fields.map(({ path }) => path.split('.')[0] ?? '')
      if (fields.length > 0) setWrong(fields)
      showError(problem)
    },
  })
  function forget(id: string) {
    setValues((before) => ({ ...before, description: withoutPicture(before.description, id) }))
    if (account) void call(removeDraftFile, { params: { id }, query: { account } }).catch(showError)
  }
  const files = [...keptFiles, ...uploads.entries.flatMap(({ sent: sentFile }) => sentFile ?? [])]
  const fileIds = files.map(({ id }) => id)
  return {
    values,
    wrong,
    rejected: rejection,
    kept: keptFiles,
    /** Those on the server. */
    files,
    uploads,
    draft,
    serviceDown,
    filing: create.isPending,
    /** Files pasted into the text: pictures appear once they are uploaded. */
    paste,
    set: (part: Partial<NewCaseValues>) => setValues((before) => ({ ...before, ...part })),
    removeKept: (id: string) => {
      setKeptFiles((before) => before.filter((file) => file.id !== id))
      forget(id)
    },
    discard: async () => {
      await draft.discard()
      setValues(emptyCase)
      setKeptFiles([])
      uploads.clear()
      setTried(false)
      setWrong([])
      toast({ title: t('new.discarded') })
    },
    file: () => {
      setTried(true)
      const missing = wrongFields(values)
      setWrong(missing)
      if (missing.length > 0 || !account || uploads.busy || create.isPending) return
      create.mutate({
        query: { account },
        body: { ...newCaseBody(values, internal, fileIds), ...(serviceDown ? { serviceDown } : {}) },
      })
    },
  }
}

function withoutPicture(description: string, id: string): string {
  return description.replaceAll(/!\[[^\]]{0,300}\]\(([^)\s]{0,300})\)/g, (picture, address: string) =>
    address.includes(`/draft/file/${id}?`) ? '' : picture,
  )
}

/** See `useNewCase`. */
export type NewCaseForm = ReturnType<typeof useNewCase>

const WAIT_MS = 800

/** The state of the draft: untouched, being saved, saved at a time, or not saved. */
type DraftState = { kind: 'none' } | { kind: 'saving' } | { kind: 'saved'; at: Date } | { kind: 'failed' }

/** Stores the values of a new case on the server while they are typed, one draft per user and account. */
function useCaseDraft(
  account: string | undefined,
  values: NewCaseValues,
  onFound: (values: NewCaseValues, files: readonly z.output<typeof DraftFile>[]) => void,
) {
  const [state, setState] = useState<DraftState>({ kind: 'none' })
  const [isRead, setIsRead] = useState(false)
  const found = useRef(onFound)
  found.current = onFound
  const saved = useRef('')
  const read = useRef<string>(undefined)
  useEffect(() => {
    if (!account) return
    let wanted = true
    read.current = undefined
    setIsRead(false)
    void call(readDraft, { query: { account } })
      .then(({ draft, files, updated }) => {
        if (!wanted) return
        read.current = account
        if (!updated && files.length === 0) return
        const kept = valuesOfDraft(draft)
        saved.current = JSON.stringify(kept)
        found.current(kept, files)
        if (updated) setState({ kind: 'saved', at: new Date(updated) })
      })
      .catch(() => {
        read.current = account
      })
      .finally(() => wanted && setIsRead(true))
    return () => {
      wanted = false
    }
  }, [account])
  const written = JSON.stringify(values)
  useEffect(() => {
    if (!account || written === saved.current || !isTouched(JSON.parse(written) as NewCaseValues)) return
    const timer = setTimeout(() => {
      // Not before the draft of this account was read: new input must not overwrite a stored draft unseen.
      if (read.current !== account) return
      setState({ kind: 'saving' })
      saved.current = written
      void call(saveDraft, { query: { account }, body: { draft: JSON.parse(written) as NewCaseValues } })
        .then(() => setState({ kind: 'saved', at: new Date() }))
        .catch(() => {
          saved.current = ''
          setState({ kind: 'failed' })
        })
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [account, written])
  return {
    state,
    /** Whether the stored draft, or that there is none, is known. */
    isRead,
    /** The case is filed, so the server has emptied the draft. */
    forget: () => {
      saved.current = written
    },
    discard: async () => {
      saved.current = written
      if (account) await call(discardDraft, { query: { account } }).catch(showError)
      setState({ kind: 'none' })
    },
  }
}
