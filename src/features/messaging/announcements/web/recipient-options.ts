export const deploymentTypes = ['DOCSIS', 'CN-DOCSIS', 'CN-PON'] as const
export const deploymentVersions = ['cOS-DOCSIS', 'cOS-DOCSIS v0.15.x', 'cOS-CN-DOCSIS', 'cOS-CN-PON'] as const
export const stages = ['PRE_SALES', 'LIFT', 'PRODUCTION'] as const
export const regions = ['NORTH_AMERICA', 'SOUTH_AMERICA', 'EMEA', 'ASIA_PACIFIC'] as const
