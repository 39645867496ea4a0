/** What writing does not need; loaded on first use, by import(). */
export { layout } from '../../screenplay/layout.ts'
export { parse } from '../../screenplay/model.ts'
export { breakdownOf } from '../../screenplay/production.ts'
export { fdxOf } from '../../screenplay/formats.ts'
export { plainTextOf } from '../../screenplay/formats.ts'
