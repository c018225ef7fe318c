import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#kit/web/data/api-error.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { CardForm } from '#kit/web/form/page-form.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { matchesWords } from '#kit/web/text/matches-words.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type CommonConfig,
  type CommonConfigType,
  commonConfigTypes,
  createCommonConfig,
  deleteCommonConfig,
  editCommonConfig,
  listCommonConfigs,
  manageCommonConfigs,
} from '../contract.ts'
import { useText } from '../texts.ts'

type Urls = Readonly<Partial<Record<CommonConfigType, string>>>

/** The fields of the common links; an empty one removes its link. */
export function CommonLinksForm({ search }: { search: string }) {
  const t = useText()
  const may = useAllows(manageCommonConfigs)
  const configs = useQueryOf(listCommonConfigs, {}).data?._embedded.configs
  const [writtenUrls, setWrittenUrls] = useState<Urls>({})
  const [errors, setErrors] = useState<Urls>({})
  const [saving, setSaving] = useState(false)
  const storedConfig = (type: CommonConfigType) => configs?.find((config) => config.type === type)
  const texts = commonConfigTypes.flatMap((type) => [t(`type.${type}`), t(`text.${type}`), storedConfig(type)?.url])
  if (!configs || !may || !matchesWords(search, [t('settings'), t('settingsText'), ...texts])) return null
  const changedTypes = commonConfigTypes.filter(
    (type) => writtenUrls[type] !== undefined && writtenUrls[type] !== (storedConfig(type)?.url ?? ''),
  )

  async function save(): Promise<void> {
    setSaving(true)
    const wrong: Partial<Record<CommonConfigType, string>> = {}
    for (const type of changedTypes)
      await saveLink(type, writtenUrls[type]!.trim(), storedConfig(type)).catch((failure: unknown) => {
        if (failure instanceof ApiError && failure.fields.length > 0) wrong[type] = t('wrong')
        else showError(failure)
      })
    setSaving(false)
    setErrors(wrong)
    setWrittenUrls(Object.fromEntries(Object.keys(wrong).map((type) => [type, writtenUrls[type as CommonConfigType]])))
    await refresh(listCommonConfigs)
    if (Object.keys(wrong).length === 0) toast({ title: t('saved') })
  }

  return (
    <CardForm
      id="common-links"
      title={t('settings')}
      note={t('settingsText')}
      submitLabel={t('save')}
      pending={saving}
      blocked={changedTypes.length === 0 ? t('notYet.unchanged') : undefined}
      onSubmit={() => void save()}
    >
      {commonConfigTypes.map((type) => (
        <TextInput
          key={type}
          type="url"
          maxLength={2000}
          label={t(`type.${type}`)}
          description={t(`text.${type}`)}
          placeholder="https://"
          error={errors[type]}
          value={writtenUrls[type] ?? storedConfig(type)?.url ?? ''}
          onChange={(event) => setWrittenUrls({ ...writtenUrls, [type]: event.currentTarget.value })}
        />
      ))}
    </CardForm>
  )
}

async function saveLink(type: CommonConfigType, url: string, storedConfig: CommonConfig | undefined): Promise<void> {
  if (!storedConfig) await call(createCommonConfig, { body: { type, url } })
  else if (url === '')
    await call(deleteCommonConfig, { params: { id: storedConfig.id } }, { version: storedConfig.version })
  else await call(editCommonConfig, { body: { id: storedConfig.id, url } }, { version: storedConfig.version })
}
