<#import "template.ftl" as layout>
<#import "form.ftl" as form>
<#assign isRefused = messagesPerField.existsError("username", "password")>
<@layout.registrationLayout isOurs=true displayMessage=!isRefused displayInfo=(realm.registrationAllowed && !registrationDisabled??); section>
<#if section = "header">Log in<#elseif section = "form">
<p class="lead">Use the account that you have for the portal.</p>
<form method="post" action="${url.loginAction}" novalidate>
<#if isRefused><p class="alert" role="alert">${kcSanitize(messagesPerField.getFirstError("username", "password"))?no_esc}</p></#if>
<input type="hidden" name="credentialId" value="${(auth.selectedCredential)!""}">
<div class="fields">
<#if !usernameHidden??>
<@form.field name="username" label="E-mail or user name" autocomplete="username" value=(login.username)!"" isFocused=(((login.username)!"") == "") isWrong=isRefused errorOf="none"/>
</#if>
<@form.field name="password" label="Password" type="password" autocomplete="current-password" lengthMax=200 isFocused=(((login.username)!"") != "") isWrong=isRefused errorOf="none" asideLabel="Forgot password?" asideHref=realm.resetPasswordAllowed?then(url.loginResetCredentialsUrl, "")/>
</div>
<button class="primary" type="submit">Log in</button>
</form>
<#elseif section = "socialProviders" && (social.providers)?has_content>
<p class="actions"><#list social.providers as provider><a class="secondary" href="${provider.loginUrl}">Log in with ${provider.displayName!provider.alias}</a></#list></p>
<#elseif section = "info">New to the portal? <a href="${url.registrationUrl}">Create an account</a></#if>
</@layout.registrationLayout>
