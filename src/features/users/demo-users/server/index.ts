export { generateDemoUsers } from './demo-crowd.ts'
export { createDemoUsers, type DemoName, type DemoUsers, demoPassword, demoUsers } from './demo-directory.ts'
export { loadScaleUsers, scaleUsersTables } from './scale-users.ts'
