import { IconPlus } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IfAllowed } from '#kit/web/who/allowed.tsx'
import { askForAccounts } from '../contract.ts'
import { newAccountRequestPath } from '../paths.ts'
import { useText } from '../texts.ts'

/** Links to the request form for a new account. */
export function RequestAccountButton() {
  const t = useText()
  return (
    <IfAllowed permission={askForAccounts}>
      <Button to={newAccountRequestPath()} leftSection={<IconPlus size={15} aria-hidden />}>
        {t('request')}
      </Button>
    </IfAllowed>
  )
}
