/** The permission of onboarding checklists has their name: tokens that were limited to it keep it. */
export const checklistPermission = {
  name: '0076-checklist-permission',
  sql: `update api_tokens set permissions = array_replace(permissions, 'runway:read', 'onboarding-checklist:read')
    where 'runway:read' = any (permissions)`,
}
