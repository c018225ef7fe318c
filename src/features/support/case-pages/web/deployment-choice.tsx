import { useEffect } from 'react'
import { LazyMenu } from '#kit/web/lazy-menu.tsx'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { DeploymentButton, type DeploymentChoiceProps } from './deployment-button.tsx'

const load = () => import('./deployment-choice-list.tsx')
const DeploymentChoiceList = lazyNamed(load, 'DeploymentChoiceList')

/** Chooses the deployment that a case is about; the only one is preselected. */
export function DeploymentChoice(props: DeploymentChoiceProps) {
  const { deployments, value, onChange } = props
  const only = deployments.length === 1 ? deployments[0]?.id : undefined
  useEffect(() => {
    if (only && only !== value) onChange(only)
  }, [only, value, onChange])
  return (
    <LazyMenu load={load} face={(press) => <DeploymentButton {...props} onPress={press} />}>
      <DeploymentChoiceList {...props} />
    </LazyMenu>
  )
}
