import { useState } from 'react'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import {
  type editInsightCategory,
  type editInsightType,
  type Grouping,
  listInsightCategories,
  listInsightTypes,
  readInsightCards,
} from '../contract.ts'
import { useText } from '../texts.ts'
import type { GroupingEdit } from './grouping-edit.ts'

type Changed = { readonly grouping: Grouping; readonly edit: GroupingEdit }

/** Saves several categories or types one after another, each on the version that was read; ends at the first error. */
export function useSaveGroupings(endpoint: typeof editInsightCategory | typeof editInsightType) {
  const t = useText()
  const [isPending, setPending] = useState(false)
  return {
    isPending,
    async run(changed: readonly Changed[], onSaved: (id: string) => void): Promise<void> {
      setPending(true)
      try {
        for (const { grouping, edit } of changed) {
          await call(endpoint, { params: { id: grouping.id }, body: edit }, { version: grouping.version })
          onSaved(grouping.id)
        }
        toast({ title: t('edit.savedEvery', { count: changed.length }) })
      } catch (failure) {
        showError(failure)
      }
      await refresh(listInsightCategories, listInsightTypes, readInsightCards)
      setPending(false)
    },
  }
}
