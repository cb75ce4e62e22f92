/*
 * The steps that no other relay may come between, as Redis and Valkey run them. Each gets the names of the epoch, the
 * key's pause and its refusal, and as arguments the epoch that the relay knows, the quiet time, and the time to keep.
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
  if ms > math.max(0, redis.call('PTTL', KEYS[2])) then redis.call('SET', KEYS[2], reason, 'PX', ms) end
end
redis.call('SET', KEYS[1], string.format('%.0f', now), 'NX')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local epoch = redis.call('GET', KEYS[1])
if ARGV[1] ~= '' and ARGV[1] ~= epoch then pause('store-away', epoch + ARGV[2] - now) end
local function answer(more)
  more.now, more.epoch, more.isRefused = now, epoch, redis.call('EXISTS', KEYS[3]) == 1
  local ms = redis.call('PTTL', KEYS[2])
  if ms > 0 then more.pause = { reason = redis.call('GET', KEYS[2]), ms = ms } end
  return cjson.encode(more)
end
`;

/**
 * Tells as JSON what is known of the key, and of a feed if there is one. Takes its lease unless its time is 0, somebody else
 * has it, the key is paused, or a limit is reached. The remaining keys are the counters of the last minute's requests, each
 * with its limit. A relay that has missed the answer asks again with the same id, and so extends its lease.
 */
export const askScript = `${head}
if not KEYS[4] then return answer({}) end
local record = redis.call('GET', KEYS[5]) or nil
local lease = redis.call('GET', KEYS[4])
if lease and lease ~= ARGV[4] then
  return answer({ why = lease == '' and 'pace' or 'busy', waitMs = redis.call('PTTL', KEYS[4]), record = record })
end
if ARGV[5] == '0' then return answer({ why = 'unasked', record = record }) end
local paused = KEYS[6] and redis.call('PTTL', KEYS[2]) or 0
if paused > 0 then return answer({ why = redis.call('GET', KEYS[2]), waitMs = paused, record = record }) end
if lease then
  redis.call('PEXPIRE', KEYS[4], ARGV[5])
  return answer({ record = record })
end
for i = 6, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - 60000)
  if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[i]) then
    local oldest = redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')[2] or now
    return answer({ why = 'budget', waitMs = oldest + 60000 - now, record = record })
  end
end
for i = 6, #KEYS do
  redis.call('ZADD', KEYS[i], now, ARGV[4])
  redis.call('PEXPIRE', KEYS[i], 60000)
end
redis.call('SET', KEYS[4], ARGV[4], 'PX', ARGV[5])
return answer({ record = record })`;

/**
 * Records what came of a request, makes of its lease the pause until the next one, and tells all relays. A lease that was lost
 * records nothing.
 */
export const endScript = `${head}
pause(ARGV[10], tonumber(ARGV[11]))
if ARGV[9] == '1' then redis.call('SET', KEYS[3], '1', 'PX', ARGV[3]) end
if ARGV[9] == '0' then redis.call('DEL', KEYS[3]) end
if redis.call('GET', KEYS[4]) ~= ARGV[4] then return end
redis.call('SET', KEYS[4], '', 'PX', ARGV[5])
redis.call('SET', KEYS[5], ARGV[6], 'PX', ARGV[8])
if ARGV[7] ~= '' then redis.call('SET', KEYS[6], ARGV[7]) end
redis.call('PEXPIRE', KEYS[6], ARGV[8])
redis.call('PUBLISH', KEYS[7], ARGV[12])`;
