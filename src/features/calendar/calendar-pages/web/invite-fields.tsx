import { Checkbox } from '@mantine/core'
import { TagsInput } from '#kit/web/form/tags-input.tsx'
import { useText } from '../texts.ts'
import { type Draft, NO_ACCOUNT } from './event-draft.ts'

/** Who is invited, and who gets no mail this time. */
export function InviteFields(props: {
  draft: Draft
  set: (part: Partial<Draft>) => void
  error: string | undefined
  isStaff: boolean
}) {
  const t = useText()
  const { draft, set, error, isStaff } = props
  const box = (field: 'invitesCustomer' | 'invitesVendor' | 'quietCustomer' | 'quietVendor', label: string) => (
    <Checkbox
      label={label}
      checked={draft[field]}
      onChange={(change) => set({ [field]: change.currentTarget.checked })}
    />
  )
  const hasInvited = draft.invitesCustomer || draft.invitesVendor || draft.people.length > 0
  return (
    <>
      {draft.account !== NO_ACCOUNT && box('invitesCustomer', t('form.inviteCustomer'))}
      {draft.account !== NO_ACCOUNT && box('invitesVendor', t('form.inviteVendor'))}
      <TagsInput
        label={t('form.people')}
        description={t('form.peopleHint')}
        value={[...draft.people]}
        error={error}
        onChange={(people) => set({ people })}
      />
      {isStaff && hasInvited && box('quietCustomer', t('form.quietCustomer'))}
      {isStaff && hasInvited && box('quietVendor', t('form.quietVendor'))}
    </>
  )
}
