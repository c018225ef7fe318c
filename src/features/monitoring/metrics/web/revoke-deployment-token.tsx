import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type DeploymentToken, listDeploymentTokens, revokeDeploymentToken } from '../contract.ts'
import { useText } from '../texts.ts'

/** Revokes a token after a confirmation. */
export function RevokeDeploymentToken({ deployment, token }: { deployment: string; token: DeploymentToken }) {
  const t = useText()
  const [confirming, setConfirming] = useState(false)
  const revoke = useMutationOf(revokeDeploymentToken, {
    refreshes: [listDeploymentTokens],
    onSuccess: () => toast({ title: t('revoked') }),
  })
  return (
    <>
      <IconButton size={28} aria-label={t('revokeOf', { name: token.name })} onClick={() => setConfirming(true)}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
      <Confirm
        opened={confirming}
        title={t('revokeOf', { name: token.name })}
        action={t('revoke')}
        busy={revoke.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => revoke.mutate({ params: { id: deployment, tokenId: token.id } })}
      >
        {t('revokeText')}
      </Confirm>
    </>
  )
}
