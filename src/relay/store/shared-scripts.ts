/*
 * The steps that no other relay may come between, as Redis and Valkey run them. Each gets the names of the epoch, the
 * key's pause and its refusal, and as arguments the epoch that the relay knows, the quiet time, the time to keep, and the
 * pause that the relay knows of; each answers the store's clock, the epoch, the pause, and what is its own.
 */

/**
 * The epoch is the time at which the memory of the store begins. Whoever knows another one has seen the store forget: then
 * the requests of the last minute are not known, and nobody asks upstream until they are over.
 */
const head = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- What somebody else has put there as another type would end every script.
for i, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  if kind ~= 'none' and kind ~= (string.find(key, ':used:', 1, true) and 'zset' or 'string') then redis.call('DEL', key) end
end
local function pause(reason, ms)
  local left = redis.call('PTTL', KEYS[2])
  -- The relay's own pause ends later by the time that an answer takes: that must not add up.
  if ms > 0 and (left < 0 or left + 1000 < ms) then redis.call('SET', KEYS[2], reason, 'PX', ms) end
end
redis.call('SET', KEYS[1], string.format('%.0f', now), 'NX')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local epoch = redis.call('GET', KEYS[1])
if ARGV[1] ~= '' and ARGV[1] ~= epoch then pause('store-away', epoch + ARGV[2] - now) end
pause(ARGV[4], tonumber(ARGV[5]))
local function answer(...)
  local reason = redis.call('GET', KEYS[2]) or ''
  return { now, epoch, reason, redis.call('PTTL', KEYS[2]), redis.call('EXISTS', KEYS[3]), ... }
end
`;

export const checkScript = `${head}
return answer()`;

/**
 * Takes the lease of a feed unless somebody has it, the key is paused, or a limit is reached. The remaining keys are the
 * counters of the last minute's requests, each with its limit.
 */
export const beginScript = `${head}
local record = redis.call('GET', KEYS[5]) or ''
local lease = redis.call('GET', KEYS[4])
if lease then return answer(0, lease == '' and '' or 'busy', redis.call('PTTL', KEYS[4]), record) end
local paused = #KEYS > 5 and redis.call('PTTL', KEYS[2]) or 0
if paused > 0 then return answer(0, redis.call('GET', KEYS[2]), paused, record) end
for i = 6, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - 60000)
  if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[i + 2]) then
    local oldest = redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')[2] or now
    return answer(0, 'budget', oldest + 60000 - now, record)
  end
end
for i = 6, #KEYS do
  redis.call('ZADD', KEYS[i], now, ARGV[6])
  redis.call('PEXPIRE', KEYS[i], 60000)
end
redis.call('SET', KEYS[4], ARGV[6], 'PX', ARGV[7])
return answer(1, '', 0, record)`;

/** Records what came of a request, and makes of its lease the pause until the next one. A lease that was lost records nothing. */
export const endScript = `${head}
if ARGV[10] == '1' then redis.call('SET', KEYS[3], '1', 'PX', ARGV[3]) end
if ARGV[10] == '0' then redis.call('DEL', KEYS[3]) end
if redis.call('GET', KEYS[4]) ~= ARGV[6] then return answer() end
redis.call('SET', KEYS[4], '', 'PX', ARGV[7])
redis.call('SET', KEYS[5], ARGV[8], 'PX', ARGV[11])
if ARGV[9] ~= '' then redis.call('SET', KEYS[6], ARGV[9]) end
redis.call('PEXPIRE', KEYS[6], ARGV[11])
return answer()`;

/** Extends a lease that is still the relay's own. */
export const renewScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;
