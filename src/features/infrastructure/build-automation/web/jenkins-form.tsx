import { TextInput } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { editJenkinsConfig, type JenkinsConfig, readJenkinsConfig } from '../contract.ts'
import { useText } from '../texts.ts'

/** Address, job and login; the stored token stays unless another one is given. */
export function JenkinsForm({ config, account }: { config: JenkinsConfig; account: string }) {
  const t = useText()
  const { id, version, url, job, username } = config
  const form = useContractForm(editJenkinsConfig.body, { url, job, username, token: undefined as string | undefined })
  const save = useMutationOf(editJenkinsConfig, {
    refreshes: [readJenkinsConfig],
    onProblem: applyServerErrors(form),
    onSuccess: () => toast({ title: t('saved') }),
  })
  return (
    <Card title={t('settings', { account })}>
      <form
        className="form-stack"
        onSubmit={form.onSubmit((body) => save.mutate({ params: { account: id }, version, body }))}
      >
        <TextInput required type="url" label={t('url')} description={t('urlHint')} {...form.getInputProps('url')} />
        <TextInput required label={t('job')} description={t('jobHint')} {...form.getInputProps('job')} />
        <TextInput required autoComplete="off" label={t('username')} {...form.getInputProps('username')} />
        <TextInput
          type="password"
          autoComplete="new-password"
          label={t('token')}
          description={t('tokenKept')}
          {...form.getInputProps('token')}
          value={form.values.token ?? ''}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('token', value === '' ? undefined : value)}
        />
        <div className="form-actions">
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
