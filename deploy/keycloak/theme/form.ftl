<#-- One field. Its messages are shown below it and announced with it. -->
<#macro field name label type="text" autocomplete="off" value="" hint="" lengthMax=254 isFocused=false isHalf=false isWrong=false errorOf=name asideLabel="" asideHref="">
<#local has = messagesPerField.existsError(errorOf)>
<div class="field<#if isHalf> half-field</#if>">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" maxlength="${lengthMax?c}" required autocapitalize="<#if type = "text" && name != "username">words<#else>none</#if>"<#if type != "text" || name == "username"> spellcheck="false"</#if><#if isFocused> autofocus</#if><#if has || isWrong> aria-invalid="true"</#if><#if has || hint != ""> aria-describedby="<#if hint != "">${name}-hint</#if><#if has> ${name}-error</#if>"</#if>>
<#if has><p class="error" id="${name}-error">${kcSanitize(messagesPerField.getFirstError(errorOf))?no_esc}</p></#if>
<#if hint != ""><p class="hint" id="${name}-hint">${hint}</p></#if>
<#if asideHref != ""><a class="beside" href="${asideHref}">${asideLabel}</a></#if>
</div>
</#macro>

<#-- Names and address of a person. The first wrong one has the focus. -->
<#macro person>
<#local focused = "firstName">
<#list ["firstName", "lastName", "email"] as name>
<#if messagesPerField.existsError(name)><#local focused = name><#break></#if>
</#list>
<#local values = (profile.attributesByName)!{}>
<@field name="firstName" label="First name" autocomplete="given-name" value=(values.firstName.value)!"" lengthMax=100 isHalf=true isFocused=(focused == "firstName")/>
<@field name="lastName" label="Last name" autocomplete="family-name" value=(values.lastName.value)!"" lengthMax=100 isHalf=true isFocused=(focused == "lastName")/>
<@field name="email" label="E-mail" type="email" autocomplete="username" value=(values.email.value)!"" isFocused=(focused == "email")/>
</#macro>

<#-- A new password, twice: Keycloak asks for both, and pages work without scripts. -->
<#macro newPassword name label="Password" isFocused=false>
<@field name=name label=label type="password" autocomplete="new-password" lengthMax=200 isFocused=isFocused errorOf="password" hint="At least 12 characters. A few unrelated words are easy to remember."/>
<@field name="password-confirm" label="Repeat the password" type="password" autocomplete="new-password" lengthMax=200/>
</#macro>
