import { expect, test } from 'vitest'
import { ContextBudget } from '../../../../../server/generation/prompt/context-budget.ts'

test('the budget follows what each model counts', () => {
  const budget = new ContextBudget(12_000)
  expect(budget.tokensFor('a')).toBe(12_000)
  budget.learn('a', 1000, 1250)
  expect(budget.tokensFor('a')).toBe(9600)
  expect(budget.tokensFor('b')).toBe(12_000)
  for (let round = 0; round < 50; round += 1) budget.learn('a', 1000, 1000)
  expect(budget.tokensFor('a')).toBeGreaterThan(11_990)
})

test('one odd count changes little, and absurd ones are bounded', () => {
  const budget = new ContextBudget(12_000)
  budget.learn('a', 1000, 1000)
  budget.learn('a', 1000, 2000)
  expect(budget.tokensFor('a')).toBe(10_000)
  budget.learn('b', 1000, 1_000_000)
  expect(budget.tokensFor('b')).toBe(6000)
  budget.learn('c', 1000, 1)
  expect(budget.tokensFor('c')).toBe(15_000)
})

test('a model that does not count changes nothing', () => {
  const budget = new ContextBudget(12_000)
  budget.learn('a', 1000, null)
  budget.learn('a', 1000, 0)
  expect(budget.tokensFor('a')).toBe(12_000)
})
