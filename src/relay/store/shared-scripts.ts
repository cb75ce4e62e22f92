/*
 * The steps that no other relay may come between, as Redis and Valkey run them. Each gets the names of the epoch, the
 * key's pause and its refusal, and as arguments the epoch that the relay knows, the quiet time, the time to keep, the three
 * signed reasons of a pause, the signed refusal, and the longest time of a pause and of a lease. Whoever else can write to the
 * server must not stop the relays: what is not signed, no number or too long is deleted.
 */

/**
 * The epoch is the time at which the memory of the store begins. Whoever knows another one has seen the store forget: then
 * the requests of the last minute are not known, and nobody asks upstream until they are over.
 */
const head = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- What somebody else has put there as another type would end every script, and a long text would hold up its answer.
for i, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  local isText = kind == 'string' and not string.find(key, ':body:', 1, true)
  local isForeign = kind ~= 'none' and kind ~= (string.find(key, ':used:', 1, true) and 'zset' or 'string')
  if isForeign or (isText and redis.call('STRLEN', key) > 16384) then redis.call('DEL', key) end
end
local function longer(key, ms)
  local left = redis.call('PTTL', key)
  return left == -1 or left > tonumber(ms)
end
local paused = redis.call('GET', KEYS[2])
local isPause = paused == ARGV[4] or paused == ARGV[5] or paused == ARGV[6]
if paused and (not isPause or longer(KEYS[2], ARGV[8])) then redis.call('DEL', KEYS[2]) end
local refused = redis.call('GET', KEYS[3])
if refused and (refused ~= ARGV[7] or longer(KEYS[3], ARGV[3])) then redis.call('DEL', KEYS[3]) end
if KEYS[4] and longer(KEYS[4], ARGV[9]) then redis.call('DEL', KEYS[4]) end
local since = tonumber(redis.call('GET', KEYS[1]) or now)
if not since or since > now then redis.call('DEL', KEYS[1]) end
local function pause(reason, given)
  local ms = math.min(given, tonumber(ARGV[8]))
  if ms > math.max(0, redis.call('PTTL', KEYS[2])) then redis.call('SET', KEYS[2], reason, 'PX', ms) end
end
redis.call('SET', KEYS[1], string.format('%.0f', now), 'NX')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local epoch = redis.call('GET', KEYS[1])
if ARGV[1] ~= '' and ARGV[1] ~= epoch then pause(ARGV[6], epoch + ARGV[2] - now) end
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
if lease and lease ~= ARGV[10] then
  return answer({ why = lease == '' and 'pace' or 'busy', waitMs = redis.call('PTTL', KEYS[4]), record = record })
end
if ARGV[11] == '0' then return answer({ why = 'unasked', record = record }) end
local pausedMs = KEYS[6] and redis.call('PTTL', KEYS[2]) or 0
if pausedMs > 0 then return answer({ why = redis.call('GET', KEYS[2]), waitMs = pausedMs, record = record }) end
if lease then
  redis.call('PEXPIRE', KEYS[4], ARGV[11])
  return answer({ record = record })
end
for i = 6, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - 60000)
  redis.call('ZREMRANGEBYSCORE', KEYS[i], now + 1, '+inf')
  if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[i + 6]) then
    local oldest = redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')[2] or now
    return answer({ why = 'budget', waitMs = oldest + 60000 - now, record = record })
  end
end
for i = 6, #KEYS do
  redis.call('ZADD', KEYS[i], now, ARGV[10])
  redis.call('PEXPIRE', KEYS[i], 60000)
end
redis.call('SET', KEYS[4], ARGV[10], 'PX', ARGV[11])
return answer({ record = record })`;

/**
 * Records what came of a request, and makes of its lease the pause until the next one. A lease that was lost records nothing.
 */
export const endScript = `${head}
pause(ARGV[16], tonumber(ARGV[17]))
if ARGV[15] == '1' then redis.call('SET', KEYS[3], ARGV[7], 'PX', ARGV[3]) end
if ARGV[15] == '0' then redis.call('DEL', KEYS[3]) end
if redis.call('GET', KEYS[4]) ~= ARGV[10] then return end
redis.call('SET', KEYS[4], '', 'PX', ARGV[11])
redis.call('SET', KEYS[5], ARGV[12], 'PX', ARGV[14])
if ARGV[13] ~= '' then redis.call('SET', KEYS[6], ARGV[13]) end
redis.call('PEXPIRE', KEYS[6], ARGV[14])`;
