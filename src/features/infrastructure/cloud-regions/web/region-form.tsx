import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  type CloudRegion,
  type GcloudConfig,
  listGcloudConfigs,
  projectKeyForm,
  readCustomerRegion,
  regionGroups,
  saveCustomerRegion,
} from '../contract.ts'
import { useText } from '../texts.ts'

/** Region and project of an account. */
export function RegionForm(props: {
  account: string
  config: GcloudConfig | undefined
  regions: readonly CloudRegion[]
}) {
  const t = useText()
  const { account, config, regions } = props
  const [region, setRegion] = useState(config?.region ?? null)
  const [projectKey, setProjectKey] = useState(config?.projectKey ?? '')
  const [tried, setTried] = useState(false)
  const wrongKey = !projectKeyForm.test(projectKey)
  const save = useMutationOf(saveCustomerRegion, {
    refreshes: [readCustomerRegion, listGcloudConfigs],
    onSuccess: () => toast({ title: t('saved') }),
  })
  const isSame = region === (config?.region ?? null) && projectKey === (config?.projectKey ?? '')
  return (
    <form
      noValidate
      className="form-stack"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (region === null || wrongKey) return
        save.mutate({ body: { account, region, projectKey }, ...(config ? { version: config.version } : {}) })
      }}
    >
      <Select
        label={t('region')}
        description={t('regionHint')}
        placeholder={t('choose')}
        searchable
        value={region}
        onChange={setRegion}
        error={tried && region === null && t('regionWrong')}
        data={regionGroups.map((group) => ({
          group: t(`group.${group}`),
          items: regions
            .filter((one) => one.group === group)
            .map((one) => ({
              value: one.region,
              label: `${one.regionLabel} · ${one.region} · ${t(`provider.${one.provider}`)}`,
            })),
        }))}
      />
      <TextInput
        label={t('projectKey')}
        description={t('projectKeyHint', { example: `cos-${account}-prod` })}
        maxLength={30}
        spellCheck={false}
        autoComplete="off"
        value={projectKey}
        onChange={(event) => setProjectKey(event.currentTarget.value)}
        error={tried && wrongKey && t('projectKeyWrong')}
      />
      <div className="form-actions">
        <Button type="submit" loading={save.isPending} blocked={isSame ? t('notYet.unchanged') : undefined}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
